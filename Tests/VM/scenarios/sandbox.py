"""What a program can do that is confined as the painter is, on a kernel with Landlock."""

import os
import subprocess

import vm
from vm import expect, test

cards = "vkms"


@test(seconds=280)
def a_confined_program_is_refused_all_that_harms():
    # The kernel's list of security modules, in the order they are asked.
    modules = vm.shell("sh", "-c", "mountpoint -q /sys/kernel/security || mount -t securityfs none /sys/kernel/security;"
                                   " cat /sys/kernel/security/lsm")
    expect("landlock" in modules, "this kernel has no Landlock:", modules)
    probe = os.path.join(vm.CHECKOUT, ".build/debug/confined-probe")
    result = subprocess.run([probe], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=260)
    vm.note(result.stdout)
    lines = result.stdout.splitlines()
    expect(lines and lines[0] == "files are confined", lines[:1])
    wrong = [line for line in lines[1:] if not line.startswith("ok ")]
    expect(not wrong and result.returncode == 0, wrong[:5], result.returncode)
    for name in ("read /etc/passwd", "read /proc/1/cmdline", "make a file"):
        expect(f"ok {name}: refused, Permission denied" in lines, name)
    for name in ("an internet socket", "connect", "execve", "fork", "ptrace", "kill", "process_vm_readv"):
        expect(f"ok {name}: stopped for a forbidden system call" in lines, name)
    vm.figure(f"{len(lines) - 1} attempts")

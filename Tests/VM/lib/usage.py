"""What a sign uses of the machine, and whether that stays so."""

import os
import re
import statistics
import time

import vm


class Usage:
    """Descriptors, mappings, and kB of memory of a process: all that is resident, what of it is no file's, and the heap.

    What is resident of the files that it runs from is the kernel's decision, and no leak.
    """

    def __init__(self, pid):
        self.descriptors = len(os.listdir(f"/proc/{pid}/fd"))
        with open(f"/proc/{pid}/maps") as file:
            self.mappings = sum(1 for _ in file)
        with open(f"/proc/{pid}/status") as file:
            numbers = dict(re.findall(r"^(\w+):\s+(\d+)", file.read(), re.M))
        self.resident = int(numbers["VmRSS"])
        self.heap = int(numbers["RssAnon"])
        self.own = self.heap + int(numbers["RssShmem"])

    def __str__(self):
        return f"{self.descriptors} descriptors, {self.mappings} mappings, {self.own} of {self.resident} kB its own"


def children(pid):
    """The processes that this one has started and that are not gone yet."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return [int(child) for child in file.read().split()]


# Of the samples, the first and the last that are compared.
SHARE = 5
# kB by which memory may differ: an allocator's noise.
NOISE = 512


def fifths(samples):
    """The first fifth of the samples, and the last."""
    share = len(samples) // SHARE
    vm.expect(share > 1, "too few samples:", len(samples))
    return samples[:share], samples[-share:]


def median_heap(samples):
    return round(statistics.median(sample.heap for sample in samples))


def expect_steady_heap(samples, what):
    """The heap in the last fifth of the samples is as in the first."""
    first, last = map(median_heap, fifths(samples))
    vm.figure(f"{what}: heap {first} kB in the first fifth, {last} kB in the last")
    vm.expect(last - first <= NOISE, f"the heap grew from {first} to {last} kB")


def expect_steady_descriptors(samples, what):
    """No descriptor more in the last fifth of the samples; a helper that is there at one moment only does not count."""
    few, many = (min(sample.descriptors for sample in part) for part in fifths(samples))
    vm.figure(f"{what}: {few} descriptors in the first fifth, {many} in the last")
    vm.expect(many <= few, f"descriptors grew from {few} to {many}")


class Course:
    """Samples of what a process uses while the same things happen to it again and again."""

    def __init__(self, pid):
        self.pid, self.samples = pid, []
        self.before = self.at_rest()

    def at_rest(self):
        """Usage once the helpers have left, which they do by themselves, and who was closed out is gone."""
        vm.wait_until(lambda: not children(self.pid), within=60, what="the helpers to have left", every=0.2)
        time.sleep(1)
        return Usage(self.pid)

    def sample(self):
        self.samples.append(Usage(self.pid))
        vm.note(f"{self.samples[-1]}, heap {self.samples[-1].heap} kB")

    def expect_flat(self, what):
        """Playing what it played at the beginning, it uses no more: not one descriptor, and no memory beyond noise.

        What the heap took in the first fifth of the time, when the worst happened first, it may keep.
        """
        after = self.at_rest()
        vm.figure(f"at rest {self.before} before, {after} after")
        vm.expect_equal(after.descriptors, self.before.descriptors, "descriptors at rest")
        vm.expect(after.mappings <= self.before.mappings + 2,
                  f"mappings at rest: {after.mappings}, {self.before.mappings} before")
        before = max(self.before.own, median_heap(fifths(self.samples)[0]))
        vm.expect(after.own - before <= NOISE, f"memory at rest: {after.own} kB, {before} kB before")
        expect_steady_heap(self.samples, what)

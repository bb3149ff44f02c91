# The front door: `make` alone says what there is. The work is done by scripts/, which can be read and run by hand.

DESTDIR ?=
PREFIX ?= /usr

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "make %-9s %s\n", $$1, $$2}' Makefile

demo: ## build, play the sample playlist for 12 seconds, leave signaged-demo.png: what was shown
	@scripts/demo

build: ## the programs, ready for a board: .build/release/signaged, signagectl, signage-painter, …
	@scripts/build

test: ## all there is to test, up to a real kernel in QEMU; the last line counts
	@scripts/test

vm: ## boot the test machine with a screen on which a person can watch and swipe
	@scripts/build
	@Tests/VM/vm watch

soak: ## years of cables, fingers, reloads, power cuts and large pictures in 150 minutes, or in MINUTES=60
	@scripts/soak $(MINUTES)

bench: ## measure what the sign costs, and print a table
	@scripts/bench

install: ## install to $(PREFIX) and /etc, below DESTDIR= if given; sets nothing going
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install

pictures: ## make the pictures of docs/ anew, by signs that play without a display
	@scripts/pictures

tables: ## write the tables of keys in docs/ anew, from those of the reader
	@scripts/require swift
	SIGNAGED_WRITE_TABLES=1 swift test --filter KeyTableTests

format: ## lay out the Swift sources as the house style has them
	@scripts/require swift
	swift format -i -r -p Sources Tests Package.swift

lint: ## check the layout of the Swift sources, and the shell scripts
	@scripts/lint

.PHONY: help demo build test vm soak bench install pictures tables format lint

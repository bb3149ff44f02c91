"""The moments of a push at which the power is cut, and what may play afterwards: for both sides of 'powercut'."""

# What may play after it.
OLD, NEW, EITHER = "the old one", "the new one", "either"
# Any time after the push began.
BY_CHANCE = "by chance"

MOMENTS = {
    "offered": OLD,  # the sign knows what will come, nothing of it is there
    "in an object": OLD,
    "before the sync of an object": OLD,
    "between objects": OLD,
    "while slides are checked": OLD,
    "before the sync of the generation's name": OLD,
    "before the rename of 'current'": OLD,
    "after the rename of 'current'": EITHER,  # not synced yet
    "after the sync of 'current'": NEW,
    "in the removal of a generation": NEW,
    "in the removal of objects": NEW,
    "done": NEW,  # the client has just been told
    BY_CHANCE: EITHER,  # the new one if the client was told
}

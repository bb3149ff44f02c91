"""Folders to be pushed."""

import json
import os

import pictures


def playlist(path, slides, images, **sections):
    """A folder with a playlist and its pictures, by their names; its path."""
    os.makedirs(path)
    for name, data in images.items():
        with open(os.path.join(path, name), "wb") as file:
            file.write(data)
    with open(os.path.join(path, "playlist.yaml"), "w") as file:
        json.dump({"slides": slides, **sections}, file)
    return path


def plain(path, colours, prefix="", **sections):
    """A playlist of small pictures of one colour each, with ids made of a prefix and their place."""
    return playlist(
        path, [{"id": f"{prefix}{at}", "image": f"{at}.png", "fit": "cover"} for at in range(len(colours))],
        {f"{at}.png": pictures.png(16, 12, lambda x, y, colour=colour: colour) for at, colour in enumerate(colours)},
        **sections)

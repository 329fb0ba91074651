"""What the public headers declare: functions, structs and constants. The headers are plain enough for this."""

import os
import re


def read(folder):
    """All header texts by their path inside include/, umbrella first, without comments."""
    names = ["scanbeam.h"] + sorted(
        os.path.join("scanbeam", name) for name in os.listdir(os.path.join(folder, "scanbeam")) if name.endswith(".h")
    )
    texts = {}
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
        texts[name] = re.sub(r"//[^\n]*", " ", text)
    return texts


def functions(texts):
    """Names of all exported functions, sorted."""
    found = []
    for text in texts.values():
        found += re.findall(r"^SCANBEAM_API\b[^;(]*?\b(scanbeam_\w+)\s*\(", text, flags=re.M)
    if len(found) != len(set(found)):
        raise SystemExit("a function is declared twice")
    return sorted(found)


def structs(texts):
    """Members of each struct, in order: {struct: [(type, member), …]}."""
    found = {}
    for text in texts.values():
        for name, body in re.findall(r"typedef struct (scanbeam_\w+) \{(.*?)\}\s*\1;", text, flags=re.S):
            members = []
            for line in body.split(";"):
                line = " ".join(line.replace("SCANBEAM_NULLABLE", "").replace("SCANBEAM_NONNULL", "").split())
                if not line:
                    continue
                callback = re.match(r"(?:void|scanbeam_status) \(\*\s*(\w+)\)\(", line)
                plain = re.match(r"(.*?)(\w+)(\[\d+\])?$", line)
                if callback:
                    members.append(("callback", callback.group(1)))
                else:
                    members.append(((plain.group(1).strip() + (plain.group(3) or "")), plain.group(2)))
            found[name] = members
    return found


def constants(texts):
    """Values of all numeric #defines with a cast, and of the plain ones: {name: value}."""
    found = {}
    for text in texts.values():
        for name, value in re.findall(
            r"^#define (SCANBEAM_\w+) (?:\(\(\w+\)(-?\d+)\)|(?:\d+u?))", text, flags=re.M
        ):
            if value:
                found[name] = int(value)
        for name, value in re.findall(r"^#define (SCANBEAM_\w+) (\d+)u?\s*$", text, flags=re.M):
            found[name] = int(value)
        for name, *letters in re.findall(
            r"^#define (SCANBEAM_PIXELS_\w+) SCANBEAM_FOURCC\('(.)', '(.)', '(.)', '(.)'\)", text, flags=re.M
        ):
            found[name] = sum(ord(letter) << 8 * i for i, letter in enumerate(letters))
    return found

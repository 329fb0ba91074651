#!/usr/bin/env python3
"""Draws symbols with zint in ten degradations, and demands what EXPECTED says of what was read.

    symbologies.py draw FOLDER SEED...                          writes pictures and manifest.tsv
    symbologies.py select MANIFEST EXPECTED SELECTED.tsv        those pictures of another manifest that EXPECTED names
    symbologies.py judge MANIFEST RESULTS.jsonl EXPECTED [shared]

Manifests are tab-separated: path, symbology, expected value in hexadecimal digits, further right values as a JSON list.
RESULTS come from `scanbeam bench pictures`. Needs: zint, python3-pil, python3-numpy."""
import collections, io, json, os, pathlib, random, subprocess, sys

# Nothing in these tells from which side they are read: upside down they are another value.
ONE_WAY = {"pharmacode", "pharmacode2", "daft", "kix"}
VARIANTS = ["clean", "rot7", "rot45", "rot90", "rot180", "blur", "noise", "lowc", "persp", "inv"]


def symbols(rng):
    """Symbology, zint's arguments, what is encoded, what is read, and what is no wrong value in its place."""
    digits = lambda n: "".join(rng.choice("0123456789") for _ in range(n))
    letters = lambda n: "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in range(n))
    mixed = lambda n: "".join(rng.choice("ABCDEFGHJKLMNPQRSTUVWXYZ0123456789") for _ in range(n))
    text = lambda n: "".join(rng.choice("abcdefghij klmnopqrstuvwxyz ABCDEFGHIJ 0123456789") for _ in range(n)).strip()
    same = lambda name, args, data: (name, args, data, data)
    yield same("code11", "-b 1", digits(8))
    yield same("msi", "-b 47", digits(7))
    yield same("plessey", "-b 86", digits(6))
    for name, number in ("matrix", 2), ("iata", 4), ("datalogic", 6), ("industrial", 7):
        yield same("code25", f"-b {number}", digits(8))
    yield same("pharmacode", "-b 51", str(rng.randrange(1000, 131071)))
    yield same("pharmacode2", "-b 53", str(rng.randrange(100000, 64570081)))
    yield same("postnet", "-b 40", digits(9))
    yield same("planet", "-b 82", digits(11))
    yield same("cepnet", "-b 54", digits(8))
    tracking, routing = "0" + digits(1) + digits(18), digits(11)
    tracking = tracking[:1] + str(int(tracking[1]) % 5) + tracking[2:]
    yield "usps_imb", "-b 85", tracking + "-" + routing, tracking + routing
    yield same("rm4scc", "-b 70", mixed(8))
    yield same("kix", "-b 90", digits(4) + letters(2) + digits(5))
    yield same("japanpost", "-b 76", digits(7) + "-" + digits(2) + "-" + digits(3))
    data = digits(8)
    yield "auspost", "-b 63", data, "11" + data
    # Drawn large and reduced: zint's own small ones are not round.
    for mode, size in (4, 0.13), (5, 0.2), (6, 0.3):
        yield same("maxicode", f"-b 57 --mode={mode} --scale=3 reduced={size}", text(30))
    primary, service = digits(9), "840123"
    yield ("maxicode", f"-b 57 --mode=2 --primary={primary}{service} --scale=3 reduced=0.16", "PARCEL 17",
           f"{primary}\x1d840\x1d123\x1dPARCEL 17")
    yield same("codablockf", "-b 74", text(40))
    yield same("codablockf", "-b 74 --rows=4", digits(30))
    # HIBC: + before, the sum of all characters modulo 43 behind.
    data, values = mixed(14), "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"
    yield "codablockf", "-b 110", data, f"+{data}{values[sum(values.index(c) for c in '+' + data) % 43]}"
    # Of some lengths, which depend on the digits, zint 2.11 leaves off the last row.
    yield same("code16k", "-b 23", "".join(rng.choice("abcdefghijklmnopqrstuvwxyzABCDEFGH") for _ in range(25)))
    yield same("code16k", "-b 23", digits(50))
    yield same("code49", "-b 24", text(20))
    yield same("code49", "-b 24", digits(30) + letters(10))
    for version, level, scale in (1, 1, 1), (4, 2, 1.5), (13, 3, 1), (24, 4, 1):
        yield same("hanxin", f"-b 116 --vers={version} --secure={level} --scale={scale}", text(8 if version == 1 else 30))
    yield same("hanxin", "-b 116 --secure=3 --scale=1", "汉信码标准 " + digits(6))
    for version, level, scale in (1, 5, 1.5), (2, 3, 1), (5, 2, 1):
        yield same("gridmatrix", f"-b 142 --vers={version} --secure={level} --scale={scale}", text(5 if version == 1 else 20))
    yield same("gridmatrix", "-b 142 --scale=1", "网格码标准 " + digits(9) + " ABC def")
    for version, length in (1, 6), (3, 40), (5, 150):
        yield same("codeone", f"-b 141 --vers={version} --scale=1.5", text(length))
    yield same("codeone", "-b 141 --vers=9 --scale=2", str(rng.randrange(10**11, 10**12)))
    yield same("codeone", "-b 141 --vers=10 --scale=1.5", mixed(14))
    yield same("telepen", "-b 32", letters(4) + digits(5))
    yield same("telepen", "-b 87", "01" + digits(8))
    yield same("koreapost", "-b 77", digits(6))
    yield same("fim", "-b 49", rng.choice("ABCDE"))
    yield same("ean2", "-b 13", digits(2))
    yield same("ean5", "-b 13", digits(5))
    data = digits(8)
    doubled = [int(c) * (1 + i % 2) for i, c in enumerate(data)]
    yield "code32", "-b 129", data, f"A{data}{sum(d // 10 + d % 10 for d in doubled) % 10}"
    data, check = "", 10
    while check == 10:
        data = digits(7)
        check = sum((i + 1) * int(c) for i, c in enumerate(data)) % 11
    yield "pzn", "-b 52", data, data + str(check)
    tail = "-" + digits(3)
    # A linear code alone is what is told of a composite whose 2D component cannot be read.
    for linear, gtin, alone in (
            ("-b 130 --primary=978020137962", "09780201379624", "9780201379624"),
            ("-b 130 --primary=1234567", "00000012345670", "12345670"), ("-b 136 --primary=0123456", "00012345000065", "01234565"),
            ("-b 132 --primary=0950110153000", "09501101530003", "0109501101530003"),
            ("-b 133 --primary=0950110153000", "09501101530003", "0109501101530003"),
            ("-b 131 --primary=[01]09501101530003", "09501101530003", "0109501101530003")):
        data = mixed(5) + tail
        yield "cc_a", f"{linear} --mode=1", f"[17]251231[10]{data}", f"01{gtin}1725123110{data}", alone
        data = mixed(20) + tail
        yield "cc_b", f"{linear} --mode=2", f"[91]{data}", f"01{gtin}91{data}", alone
    data = mixed(60) + tail
    yield "cc_c", "-b 131 --mode=3 --primary=[01]09501101530003", f"[91]{data}", f"010950110153000391{data}", "0109501101530003"
    yield same("daft", "-b 93", "".join(rng.choice("DAFT") for _ in range(18)) + "DAFT")
    yield same("dotcode", "-b 115", text(14))
    yield same("dotcode", "-b 115 --scale=1.3 --cols=41", mixed(40))
    yield same("dotcode", "-b 115 --scale=2.5", digits(24))
    gtin, lot = digits(13), mixed(6)
    gtin += str(-sum(int(d) * (3 - i % 2 * 2) for i, d in enumerate(gtin)) % 10)
    yield "dotcode", "-b 115 --gs1 --scale=3", f"[01]{gtin}[17]271231[10]{lot}", f"01{gtin}1727123110{lot}"


def warp(image, corners):
    """The image with its corners moved (shares of its sides)."""
    import numpy as np
    from PIL import Image
    w, h = image.size
    source = [(0, 0), (w, 0), (w, h), (0, h)]
    target = [(x + dx * w, y + dy * h) for (x, y), (dx, dy) in zip(source, corners)]
    rows, right = [], []
    for (x, y), (u, v) in zip(target, source):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    return image.transform((w, h), Image.PERSPECTIVE, np.linalg.solve(rows, right), Image.BICUBIC, fillcolor=255)


def vary(image, variant, rng):
    import numpy as np
    from PIL import Image, ImageFilter, ImageOps
    if variant.startswith("rot"):
        return image.rotate(-int(variant[3:]), Image.BICUBIC, expand=True, fillcolor=255)
    if variant == "blur": return image.filter(ImageFilter.GaussianBlur(1.5))
    if variant == "noise":
        noise = np.random.default_rng(rng.randrange(2**32)).normal(0, 40, (image.size[1], image.size[0]))
        return Image.fromarray(np.clip(np.asarray(image, float) + noise, 0, 255).astype("uint8"))
    if variant == "lowc": return image.point(lambda v: 96 + v * 40 // 255)
    if variant == "persp":
        share = lambda: rng.uniform(0.0, 0.06)
        return warp(image, [(share(), share()), (-share(), share()), (-share(), -share()), (share(), -share())])
    return ImageOps.invert(image) if variant == "inv" else image


def draw(folder, seeds):
    from PIL import Image, ImageOps
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "manifest.tsv", "w", encoding="utf-8") as manifest:
        manifest.write("path\tformat\texpected\talts\talone\n")
        for seed in seeds:
            rng = random.Random(seed)
            for index, (name, arguments, data, expected, *alone) in enumerate(symbols(rng)):
                words = arguments.split()
                size = next((float(w[8:]) for w in words if w.startswith("reduced=")), 1)
                words = [w for w in words if not w.startswith("reduced=")] + ([] if "--scale" in arguments else ["--scale=1.5"])
                command = ["zint", *words, "--notext", "--filetype=png", "--direct", "-d", data]
                png = subprocess.run(command, capture_output=True)
                # A warning about the size is a failure to zint, with a picture.
                if not png.stdout: raise SystemExit(f"{' '.join(command)}: {png.stderr.decode()}")
                image = Image.open(io.BytesIO(png.stdout)).convert("L")
                if size != 1: image = image.resize([round(side * size) for side in image.size], Image.BOX)
                image = ImageOps.expand(image, 45, 255)
                for variant in VARIANTS:
                    if name in ONE_WAY and variant in ("rot90", "rot180"): continue
                    path = f"{seed}_{index}_{name}_{variant}.png"
                    vary(image, variant, rng).save(folder / path)
                    manifest.write(f"{path}\t{name}\t{expected.encode().hex()}\t[]\t{''.join(alone)}\n")


def rows(manifest):
    for line in open(manifest, encoding="utf-8").read().splitlines()[1:]:
        fields = line.split("\t") + ["[]"]
        if fields[2]: yield fields[0], fields[1], bytes.fromhex(fields[2]), json.loads(fields[3] or "[]")


def limits(path):
    """By symbology: percent right and number wrong of what is drawn, right and wrong of ../shared; None: not there."""
    number = lambda word: None if word == "-" else int(word)
    lines = (line.split() for line in open(path, encoding="utf-8") if line.strip() and not line.startswith("#"))
    return {line[0]: tuple(number(word) for word in line[1:5]) for line in lines}


def select(manifest, expected, selected):
    names = {name for name, limit in limits(expected).items() if limit[2] is not None}
    folder, here = os.path.dirname(manifest), os.path.dirname(os.path.abspath(selected))
    with open(selected, "w", encoding="utf-8") as out:
        out.write("path\tsymbology\texpected\talts\n")
        for path, name, value, others in rows(manifest):
            if name not in names: continue
            path = os.path.relpath(os.path.realpath(os.path.join(folder, path)), here)
            out.write(f"{path}\t{name}\t{value.hex()}\t{json.dumps(others)}\n")


def plain(value):
    """A value without what separates its parts."""
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return "".join(c for c in text if c.isalnum() or ord(c) > 127)


def judge(manifest, results, expected, shared):
    wanted = {path: (name, {plain(v) for v in [value] + others}) for path, name, value, others in rows(manifest)}
    lines = [line.split("\t") for line in open(manifest, encoding="utf-8").read().splitlines()]
    alone = {fields[0]: plain(fields[4]) for fields in lines[1:]} if lines[0][4:] == ["alone"] else {}
    table = collections.defaultdict(lambda: [0, 0, [], []])
    for line in open(results, encoding="utf-8"):
        entry = json.loads(line)
        name, right = wanted[entry["path"]]
        values = [plain(bytes.fromhex(r["bytes"])) for r in entry["results"]]
        if not right & set(values): values = [value for value in values if value != alone.get(entry["path"])]
        row = table[name]
        row[0] += 1
        if right & set(values): row[1] += 1
        else: row[2 if values else 3].append((entry["path"], values))
    demands, failed = limits(expected), 0
    for name, (count, right, wrong, missed) in sorted(table.items()):
        least, most = demands[name][2:] if shared else demands[name][:2]
        enough = right if shared else 100 * right / count
        isGood = enough >= least and len(wrong) <= most
        demand = "" if isGood else f"   DEMANDED: {least}{'' if shared else ' %'} right, {most} wrong"
        print(f"{name:12} {right:4} of {count:4} right, {len(wrong)} wrong{demand}")
        for path, values in wrong: print(f"    wrong: {path}: {values}")
        if not isGood:
            failed += 1
            for path, _ in missed: print(f"    missed: {path}")
    sums = [sum(row[i] if i < 2 else len(row[i]) for row in table.values()) for i in range(3)]
    print(f"all: {sums[1]} of {sums[0]} right, {sums[2]} wrong")
    return 1 if failed or not table else 0


def main():
    words = sys.argv[1:]
    if len(words) > 2 and words[0] == "draw": return draw(words[1], [int(w) for w in words[2:]])
    if len(words) == 4 and words[0] == "select": return select(*words[1:])
    if len(words) >= 4 and words[0] == "judge": return judge(*words[1:4], words[4:] == ["shared"])
    raise SystemExit(__doc__)


if __name__ == "__main__": sys.exit(main())

#!/usr/bin/env python3
"""Scenes with several labels, most of which touch another one, drawn with zint.

    labels.py draw FOLDER SEED [COUNT]             writes pictures, manifest.tsv and labels.json
    labels.py judge FOLDER NAME=RESULTS.jsonl ...  prints how many of the codes were read, and what was read wrong

RESULTS come from `scanbeam bench pictures`, or from the score of ../shared for other readers. Needs: zint, python3-pil,
python3-numpy."""
import collections, json, os, pathlib, random, subprocess, sys, tempfile

WIDTH, HEIGHT = 1280, 720
CAPITALS, SMALL, DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "abcdefghij ", "0123456789"
FLAT = ["--height", "30"]


def check(digits):
    return str(-sum(int(d) * (3 if i % 2 == 0 else 1) for i, d in enumerate(reversed(digits))) % 10)


def symbol(rng):
    """Symbology, zint's arguments, what is encoded, what is read."""
    some = lambda alphabet, least, most: "".join(rng.choice(alphabet) for _ in range(rng.randint(least, most))).strip()
    kind = rng.choice(["EANX", "UPCA", "CODE128", "CODE39", "C25INTER", "DBAR_EXP", "QRCODE", "DATAMATRIX", "AZTEC", "PDF417"])
    if kind in ("EANX", "UPCA"):
        data = some(DIGITS, 12, 12) if kind == "EANX" else some(DIGITS, 11, 11)
        return kind, FLAT, data, data + check(data)
    if kind == "DBAR_EXP":
        data = "9" + some(DIGITS, 12, 12)
        return kind, [], "[01]" + data + check(data), "01" + data + check(data)
    arguments = FLAT if kind in ("CODE128", "CODE39", "C25INTER") else []
    data = {
        "CODE128": lambda: some(CAPITALS, 5, 14), "CODE39": lambda: some(CAPITALS, 4, 10), "C25INTER": lambda: some(DIGITS, 10, 10),
        "QRCODE": lambda: "https://shop.example/" + some(SMALL[:10], 4, 40), "DATAMATRIX": lambda: some(CAPITALS, 4, 40),
        "AZTEC": lambda: some(SMALL[:10], 4, 30), "PDF417": lambda: some(SMALL, 10, 40) + "z",
    }[kind]()
    return kind, arguments, data, data


def label(rng, folder):
    """A label as picture and mask, its kind and value; None when zint refuses the value."""
    from PIL import Image
    kind, arguments, data, value = symbol(rng)
    path = f"{folder}/symbol.png"
    scale = rng.choice(["1", "1", "1.5", "2"])
    command = ["zint", "-b", kind, "-o", path, "-d", data, "--quietzones", "--scale", scale, *arguments]
    if subprocess.run(command, capture_output=True).returncode >= 5:
        return None
    drawn, margin = Image.open(path).convert("L"), rng.randint(0, 8)
    paper = Image.new("L", (drawn.width + 2 * margin, drawn.height + 2 * margin), 255)
    paper.paste(drawn, (margin, margin))
    light, dark, grow = rng.randint(190, 245), rng.randint(10, 60), rng.uniform(1, 1.8)
    paper = paper.point(lambda grey: dark + (light - dark) * grey // 255)
    paper = paper.resize((int(paper.width * grow), int(paper.height * grow)), Image.BICUBIC)
    angle = rng.choice([0, 0, 0, rng.uniform(-8, 8), rng.uniform(0, 360)])
    mask = Image.new("L", paper.size, 255).rotate(angle, expand=True)
    return paper.rotate(angle, expand=True, resample=Image.BICUBIC), mask, kind, value


def scene(rng, folder):
    """A picture, and kind and value of the codes in it."""
    import numpy
    from PIL import Image, ImageDraw, ImageFilter
    ground = Image.new("L", (WIDTH, HEIGHT), rng.randint(90, 170))
    for _ in range(rng.randint(0, 6)):
        x, y = rng.randint(0, WIDTH), rng.randint(0, HEIGHT)
        box = [x, y, x + rng.randint(50, 500), y + rng.randint(50, 400)]
        ImageDraw.Draw(ground).rectangle(box, fill=rng.randint(60, 200))
    boxes, codes, wanted = [], [], rng.randint(3, 8)
    for _ in range(80):
        made = label(rng, folder) if len(codes) < wanted else None
        if made is None:
            continue
        paper, mask, kind, value = made
        if boxes and rng.random() < 0.6:  # beside or below another one
            at = rng.choice(boxes)
            near, off = rng.randint(0, 3), rng.randint(-20, 20)
            x, y = (at[2] + near, at[1] + off) if rng.random() < 0.5 else (at[0] + off, at[3] + near)
        else:
            x, y = rng.randint(0, WIDTH), rng.randint(0, HEIGHT)
        box = (x, y, x + paper.width, y + paper.height)
        if x < 0 or y < 0 or box[2] > WIDTH or box[3] > HEIGHT:
            continue
        if any(box[0] < b[2] and box[2] > b[0] and box[1] < b[3] and box[3] > b[1] for b in boxes):
            continue
        ground.paste(paper, (x, y), mask)
        boxes.append(box)
        codes.append([kind, value])
    blurred = ground.filter(ImageFilter.GaussianBlur(rng.uniform(0.3, 0.9)))
    grey = numpy.asarray(blurred).astype(float) * numpy.linspace(rng.uniform(0.8, 1), rng.uniform(0.8, 1.1), WIDTH)
    grey += numpy.random.default_rng(rng.randrange(1 << 32)).normal(0, rng.uniform(0.5, 4), grey.shape)
    return Image.fromarray(numpy.clip(grey, 0, 255).astype("uint8")), codes


def draw(folder, seed, count):
    os.makedirs(folder, exist_ok=True)
    rng, all_codes = random.Random(seed), {}
    with tempfile.TemporaryDirectory() as work, open(f"{folder}/manifest.tsv", "w") as manifest:
        manifest.write("path\tformat\texpected\talts\tset\tlicence\tmarkers\n")
        for n in range(count):
            picture, codes = scene(rng, work)
            picture.save(f"{folder}/{n:03}.png")
            manifest.write(f"{n:03}.png\tlabels\t\t[]\tlabels\t\t\n")
            all_codes[f"{n:03}.png"] = codes
    pathlib.Path(f"{folder}/labels.json").write_text(json.dumps(all_codes))


def text(result):
    """The value of a result of `scanbeam bench pictures`, or of the score's peers."""
    value = result["bytes"] if isinstance(result, dict) else result[1]
    try:
        return bytes.fromhex(value).decode("latin-1")
    except ValueError:
        return value


def judge(folder, runs):
    all_codes = json.loads(pathlib.Path(f"{folder}/labels.json").read_text())
    total = sum(len(codes) for codes in all_codes.values())
    print("| reader | read | wrong | CPU time, s | missed |\n|---|---|---|---|---|")
    for name, path in (run.split("=", 1) for run in runs):
        right, wrong, time, missed = 0, 0, 0.0, collections.Counter()
        for line in open(path):
            row = json.loads(line)
            time += row["ms"] / 1000
            codes = all_codes[os.path.basename(row["path"])]
            # A UPC-A is an EAN-13 with a zero before it.
            values = {text(result).lstrip("0") for result in row["results"]}
            for kind, value in codes:
                if value.lstrip("0") in values:
                    right += 1
                else:
                    missed[kind] += 1
            wrong += len(values - {value.lstrip("0") for _, value in codes})
        print(f"| {name} | {right}/{total} | {wrong} | {time:.2f} | {', '.join(f'{k} {n}' for k, n in missed.items())} |")


if __name__ == "__main__":
    if len(sys.argv) >= 4 and sys.argv[1] == "draw":
        draw(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]) if len(sys.argv) > 4 else 150)
    elif len(sys.argv) >= 4 and sys.argv[1] == "judge":
        judge(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(__doc__)

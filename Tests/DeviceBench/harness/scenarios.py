"""The scenarios: one file each in a folder per group. The first line of a file's docstring is the scenario's title."""
import ast
import importlib.util
import os

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
GROUPS = {  # group: kernel modules that its machine loads at the start
    "camera": ["vhci_hcd", "uvcvideo"],
    "terminal": ["vhci_hcd", "cdc_acm"],
    "ble": ["bluetooth", "hci_vhci"],
    "selftest": ["vhci_hcd", "uvcvideo"],
}
HIDDEN = {"selftest"}
TIMEOUT = 90  # seconds that a scenario may take, unless it has a TIMEOUT of its own


class Scenario:
    def __init__(self, group, name):
        self.group, self.name = group, name
        self.path = os.path.join(FOLDER, group, name + ".py")
        tree = ast.parse(open(self.path).read())
        self.title = ast.get_docstring(tree).splitlines()[0].rstrip(".")
        constants = {node.targets[0].id: ast.literal_eval(node.value) for node in tree.body
                     if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)}
        self.timeout = constants.get("TIMEOUT", TIMEOUT)
        self.must_fail = constants.get("MUST_FAIL")  # selftest: what the failure must say

    @property
    def proves_emulator(self):
        """Whether it runs without the product."""
        return self.group == "terminal" or self.name.startswith("emulator_")

    def load(self):
        """The scenario's run(bench) function."""
        spec = importlib.util.spec_from_file_location(f"{self.group}_{self.name}", self.path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.run


def of_group(group):
    names = sorted(name[:-3] for name in os.listdir(os.path.join(FOLDER, group)) if name.endswith(".py"))
    return [Scenario(group, name) for name in names]


def selected(words):
    """Scenarios by group for words such as `camera` or `camera/lists_the_camera`; no words: all but the hidden ones."""
    chosen = {}
    for word in words or [group for group in GROUPS if group not in HIDDEN]:
        group, _, name = word.partition("/")
        if group not in GROUPS:
            raise LookupError(f"no such group: {group} (there are {', '.join(GROUPS)})")
        found = [scenario for scenario in of_group(group) if not name or scenario.name == name]
        if not found:
            raise LookupError(f"no such scenario: {word}")
        chosen.setdefault(group, []).extend(found)
    return chosen

"""The mirror of the C ABI is complete and right (field reports 90, 91, 109)."""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import unittest

import support
from support import headers, scanbeam
from scanbeam import _abi, errors

TEXTS = headers.read(support.INCLUDE)
CONSTANTS = headers.constants(TEXTS)


class Mirror(unittest.TestCase):
    def test_every_function_of_the_headers_has_its_types(self):
        declared = headers.functions(TEXTS)
        self.assertEqual(sorted(_abi.FUNCTIONS), declared)
        for name in declared:
            function = getattr(_abi.lib, name)
            self.assertIsNotNone(function.argtypes, name)
            self.assertEqual((function.restype, function.argtypes), _abi.FUNCTIONS[name][1:], name)

    def test_result_and_arguments_match_the_declarations(self):
        import re

        joined = "\n".join(TEXTS.values()).replace("SCANBEAM_NULLABLE", "").replace("SCANBEAM_NONNULL", "")
        int32 = {"scanbeam_status", "int32_t"} | set(re.findall(r"typedef int32_t (scanbeam_\w+);", joined))
        uint32 = {name: 4 for name in re.findall(r"typedef uint32_t (scanbeam_\w+);", joined)}
        for result, name, arguments in re.findall(
            r"^SCANBEAM_API\s+([\w\s*]*?)\b(scanbeam_\w+)\s*\((.*?)\)\s*;", joined, flags=re.M | re.S
        ):
            _, restype, argtypes = _abi.FUNCTIONS[name]
            result = " ".join(result.split())
            if result == "void":
                self.assertIsNone(restype, name)
            elif result in int32:
                self.assertIs(restype, ctypes.c_int32, name)
            elif result == "const char *":
                self.assertIs(restype, ctypes.c_char_p, name)
            elif result.endswith("*"):  # a handle: a whole pointer
                self.assertIs(restype, ctypes.c_void_p, name)
            else:
                sizes = {"uint32_t": 4, "scanbeam_bytes": 16, "scanbeam_quad": 64, **uint32}
                size = sizes.get(result, 8)
                self.assertEqual(ctypes.sizeof(restype), size, name)
            plain = re.sub(r"\(\*\s*\w+\)\([^()]*\)", "callback", arguments)
            count = 0 if plain.strip() == "void" else plain.count(",") + 1
            self.assertEqual(len(argtypes), count, name)
            for text, kind in zip(plain.split(","), argtypes):
                text = text.strip()
                if "*" in text or "callback" in text or "completion" in text:
                    self.assertEqual(ctypes.sizeof(kind), ctypes.sizeof(ctypes.c_void_p), f"{name}: {text}")
                elif text.split()[0] in int32:
                    self.assertIs(kind, ctypes.c_int32, f"{name}: {text}")

    def test_structs_match_the_headers(self):
        structs = headers.structs(TEXTS)
        mirrored = {kind.__name__: kind for kind in _abi.FROZEN + _abi.TABLES}
        self.assertEqual(sorted(mirrored), sorted(structs))
        for name, members in structs.items():
            self.assertEqual([member for member, *_ in mirrored[name]._fields_], [member for _, member in members])

    def test_layout_is_checked(self):
        manifest = json.loads(_abi.lib.scanbeam_abi_manifest().decode())
        _abi.check_layout(json.dumps(manifest), "test")
        manifest["structs"]["scanbeam_frame"]["fields"]["length"] += 4
        with self.assertRaisesRegex(ImportError, "scanbeam_frame.length"):
            _abi.check_layout(json.dumps(manifest), "test")
        manifest["structs"]["scanbeam_frame"]["fields"]["length"] -= 4
        manifest["structs"]["scanbeam_quad"]["size"] = 32
        with self.assertRaisesRegex(ImportError, "scanbeam_quad"):
            _abi.check_layout(json.dumps(manifest), "test")
        manifest["structs"]["scanbeam_quad"]["size"] = 64
        # A newer library may have longer tables.
        manifest["structs"]["scanbeam_frame"]["fields"]["newer"] = 48
        manifest["structs"]["scanbeam_frame"]["size"] = 56
        _abi.check_layout(json.dumps(manifest), "test")
        for text in ("", "{}", '{"structs":{}}', "[]", "nonsense"):
            with self.assertRaises(ImportError):
                _abi.check_layout(text, "test")

    def test_a_function_that_an_older_library_lacks(self):
        class Older:
            def __getattr__(self, name):
                if name == "scanbeam_free":
                    raise AttributeError(name)
                return lambda *_: None

        functions = _abi.Functions(Older(), "old.so")
        with self.assertRaisesRegex(NotImplementedError, r"scanbeam_free needs libscanbeam >= 0\.1; old\.so"):
            functions.scanbeam_free(None)

    def test_versions_agree(self):
        version = ".".join(str(CONSTANTS["SCANBEAM_VERSION_" + part]) for part in ("MAJOR", "MINOR", "PATCH"))
        self.assertEqual(scanbeam.__version__, version)
        self.assertEqual(scanbeam.library_version(), version)
        with open(os.path.join(support.PACKAGE, "pyproject.toml"), encoding="utf-8") as file:
            self.assertIn(f'version = "{version}"', file.read())

    def test_a_handle_is_a_whole_pointer(self):
        # restype c_void_p: addresses above 4 GiB, where the heap of a 64-bit process lies, come back unchanged.
        results = scanbeam.decode(support.path("qr.pgm"))
        self.assertEqual(_abi.lib.scanbeam_results_ref(results._handle), results._handle)
        _abi.lib.scanbeam_results_unref(results._handle)
        self.assertEqual(results[0].payload, b"SCANBEAM")


class Enumerations(unittest.TestCase):
    def compare(self, prefix, kind, rename=lambda name: name, leave_out=()):
        wanted = {
            rename(name[len(prefix) :]): value
            for name, value in CONSTANTS.items()
            if name.startswith(prefix) and name[len(prefix) :] not in leave_out
        }
        self.assertEqual({name: int(member) for name, member in kind.__members__.items()}, wanted)
        unknown = kind(987654)
        self.assertEqual(int(unknown), 987654)
        self.assertEqual(unknown.name, "UNKNOWN_987654")
        self.assertIsInstance(unknown, kind)
        with self.assertRaises(ValueError):
            kind("x")

    def test_all_are_those_of_the_headers(self):
        def four_state(name):
            return name.replace("4STATE_", "FOUR_STATE_")

        self.compare("SCANBEAM_SYMBOLOGY_", scanbeam.Symbology, four_state)
        self.compare("SCANBEAM_VARIANT_", scanbeam.Variant)
        self.compare("SCANBEAM_REASON_", scanbeam.Reason)
        self.compare("SCANBEAM_AVAILABILITY_", scanbeam.Availability)
        self.compare("SCANBEAM_CONNECTION_", scanbeam.ConnectionState)
        self.compare("SCANBEAM_TRIGGER_", scanbeam.TriggerType)
        self.compare("SCANBEAM_CAPABILITY_", scanbeam.Capability)
        self.compare("SCANBEAM_SCANNING_", scanbeam.ScanningState)
        self.compare("SCANBEAM_SHAPE_", scanbeam.ShapeKind)
        self.compare("SCANBEAM_SIGN_", scanbeam.ShapeSign)
        self.compare("SCANBEAM_OVERLAY_PAUSE_", scanbeam.OverlayPause, leave_out=("SIGN",))
        both = ("CMB", "LEGACY")
        pauses = tuple("PAUSE_" + name for name in scanbeam.OverlayPause.__members__)
        self.compare("SCANBEAM_OVERLAY_", scanbeam.OverlayTag, leave_out=both + pauses)
        self.compare("SCANBEAM_CONTROL_", scanbeam.Control)
        self.compare("SCANBEAM_SPACE_", scanbeam.Space)
        self.compare("SCANBEAM_GRAVITY_", scanbeam.Gravity)
        self.compare("SCANBEAM_KEY_", scanbeam.KeyMode)
        self.compare("SCANBEAM_LICENCE_", scanbeam.LicenceStatus)
        self.compare("SCANBEAM_DEVICE_", scanbeam.DeviceClass)
        self.compare("SCANBEAM_LOG_", scanbeam.LogLevel)
        self.compare("SCANBEAM_PIXELS_", scanbeam.PixelFormat)
        self.compare("SCANBEAM_READ_STRING_", scanbeam.ReadStringEncoding)
        self.compare("SCANBEAM_DMCC_", scanbeam.DMCCStatus)
        self.compare("SCANBEAM_CAMERA_POSITION_", scanbeam.CameraPosition)
        self.compare(
            "SCANBEAM_CAMERA_", scanbeam.CameraMode, leave_out=["POSITION_BY_MODE", "POSITION_BACK", "POSITION_FRONT"]
        )
        options = {
            name[len("SCANBEAM_PREVIEW_") :]: value
            for name, value in CONSTANTS.items()
            if name.startswith("SCANBEAM_PREVIEW_")
        }
        self.assertEqual({name: int(m) for name, m in scanbeam.PreviewOptions.__members__.items()}, options)

    def test_one_exception_for_each_status(self):
        failures = {value for name, value in CONSTANTS.items() if name.startswith("SCANBEAM_ERR_")}
        self.assertEqual(set(errors.ScanbeamError._classes), failures)
        for code, kind in errors.ScanbeamError._classes.items():
            error = errors.error_for(code)
            self.assertIs(type(error), kind)
            self.assertEqual(error.status, code)
            self.assertTrue(str(error))
            self.assertIs(getattr(scanbeam, kind.__name__), kind)
        unknown = errors.error_for(-99)
        self.assertIs(type(unknown), scanbeam.ScanbeamError)
        self.assertEqual(unknown.status, -99)

    def test_errors_survive_pickling(self):
        import pickle

        error = errors.error_for(-22, "no way", 13)
        again = pickle.loads(pickle.dumps(error))
        self.assertIsInstance(again, scanbeam.AccessError)
        self.assertIsInstance(again, PermissionError)
        self.assertEqual((str(again), again.status, again.errno), ("no way", -22, 13))

    def test_symbologies(self):
        available = scanbeam.available_symbologies()
        self.assertIn(scanbeam.Symbology.QR, available)
        self.assertEqual(scanbeam.Symbology.UPC_EAN.label, "UPC-EAN")
        self.assertEqual(scanbeam.Symbology(999).label, "UNKNOWN")
        self.assertFalse(scanbeam.Symbology(999).available)
        self.assertEqual(scanbeam.Symbology.parse("ean13"), scanbeam.Symbology.UPC_EAN)
        with self.assertRaisesRegex(ValueError, "nothing like it"):
            scanbeam.Symbology.parse("nothing like it")
        with self.assertRaises(ValueError):
            scanbeam.Symbology.parse("qr\0x")
        with self.assertRaises(ValueError):
            scanbeam.Symbology.parse(2**40)
        with self.assertRaises(TypeError):
            scanbeam.Symbology.parse(b"qr")


class Loading(unittest.TestCase):
    """Field report 109: containers without ldconfig, relocated folders."""

    def python(self, code, **environment):
        command = [sys.executable, "-S", "-c", f"import sys; sys.path.insert(0, {support.PACKAGE!r}); " + code]
        return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, timeout=120)

    def library(self):
        name = _abi.lib.path
        if not os.path.exists(name):
            self.skipTest("the library was found by its name, so that its path is not known")
        return os.path.realpath(name)

    def test_an_empty_environment_and_a_relocated_library(self):
        with tempfile.TemporaryDirectory() as folder:
            moved = os.path.join(folder, "some where")
            os.mkdir(moved)
            os.symlink(self.library(), os.path.join(moved, "libscanbeam.so.0"))
            for value in (moved, os.path.join(moved, "libscanbeam.so.0")):
                done = self.python("import scanbeam; print(scanbeam.library_version())", SCANBEAM_LIBRARY=value)
                self.assertEqual((done.returncode, done.stdout), (0, "0.1.0\n"), done.stderr)

    def test_by_soname(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(self.library(), os.path.join(folder, "libscanbeam.so.0"))
            done = self.python("import scanbeam; print(scanbeam._abi.lib.path)", LD_LIBRARY_PATH=folder)
            self.assertEqual((done.returncode, done.stdout), (0, "libscanbeam.so.0\n"), done.stderr)

    def test_inside_the_package(self):
        import shutil

        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, "scanbeam")
            shutil.copytree(os.path.join(support.PACKAGE, "scanbeam"), package)
            os.symlink(self.library(), os.path.join(package, "libscanbeam.so.0"))
            done = self.python(f"sys.path.insert(0, {folder!r}); import scanbeam; print(scanbeam._abi.lib.path)")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.strip(), os.path.join(package, "libscanbeam.so.0"))

    def test_what_was_asked_for_by_name_is_not_replaced(self):
        done = self.python(
            "import scanbeam", SCANBEAM_LIBRARY="/no/such/libscanbeam.so.0", LD_LIBRARY_PATH=os.path.dirname(self.library())
        )
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("SCANBEAM_LIBRARY=/no/such/libscanbeam.so.0", done.stderr)

    def test_the_error_says_what_was_tried_and_how_to_install(self):
        done = self.python("import scanbeam", PATH="/nonexistent")
        if done.returncode == 0:
            self.skipTest("libscanbeam is installed on this machine")
        for text in ("LibraryNotFoundError", "inside the package", "by the dynamic linker", "find_library", "cmake",
                     "SCANBEAM_LIBRARY"):
            self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()

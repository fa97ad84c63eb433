"""Installs the package into an empty folder and runs the README's programs word for word."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

from support import HERE, PATIENCE, Server

# Debian's has pip (python3-pip).
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable


class ReadmeTest(unittest.TestCase):
    def test_programs_of_the_readme_work_in_a_fresh_folder(self):
        server = Server()
        self.addCleanup(server.stop)
        with tempfile.TemporaryDirectory(prefix="belfry-readme-") as folder:
            source = pathlib.Path(folder, "source")
            package = pathlib.Path(folder, "package")
            subprocess.run(["cp", "-r", str(HERE.parent), str(source)], check=True)
            command = [
                PYTHON,
                "-m",
                "pip",
                "install",
                "--quiet",
            ]
            command += [
                "--no-index",
                "--disable-pip-version-check",
                "--root-user-action=ignore",
                "--break-system-packages",
            ]
            subprocess.run([*command, "--target", str(package), str(source)], check=True)
            programs = re.findall(
                r"```python\n# (\S+\.py)\n(.*?)```", (HERE.parent / "README.md").read_text(), re.S
            )
            self.assertEqual([name for name, _ in programs], ["worker.py", "produce.py"])
            for name, text in programs:
                pathlib.Path(folder, name).write_text(text)
            env = {
                **os.environ,
                "PYTHONPATH": str(package),
                "BELFRY_URL": server.url,
                "BELFRY_TOKEN": server.token,
            }
            worker = subprocess.Popen(
                [PYTHON, "worker.py"], cwd=folder, env=env, stdout=subprocess.PIPE, text=True
            )
            made = subprocess.run(
                [PYTHON, "produce.py"],
                cwd=folder,
                env=env,
                stdout=subprocess.PIPE,
                text=True,
                timeout=PATIENCE,
            )
            self.assertEqual(made.returncode, 0)
            self.assertIn("task.executed mail.send", made.stdout)
            self.assertIn("mail.send {'id': 'receipt-1'}", made.stdout)
            worker.send_signal(signal.SIGTERM)
            said, _ = worker.communicate(timeout=PATIENCE)
            self.assertEqual(worker.returncode, 0, "the worker ends well")
            self.assertIn("mail to ann@example.org", said)


if __name__ == "__main__":
    unittest.main()

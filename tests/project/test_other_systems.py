"""Where things of one system are missing: the library, the commands and the service run all the same."""

import subprocess
import sys

WITHOUT = """
import importlib, os, pkgutil, signal, sys

MISSING = {"fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "syslog", "readline", "spwd"}

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in MISSING:
            raise ModuleNotFoundError(f"blocked: {name}")

for name in MISSING:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Missing())
for owner, names in (
    (os, ["fork", "forkpty", "setsid", "setpriority", "nice", "geteuid", "getpgid", "getpgrp", "killpg",
          "mkfifo", "sysconf", "wait4", "sched_getaffinity"]),
    (signal, ["pthread_sigmask", "SIGALRM", "setitimer", "SIGHUP", "SIGPIPE", "SIGUSR1", "SIGKILL"]),
):
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)

import freecell

for each in pkgutil.walk_packages(freecell.__path__, "freecell."):
    if not each.name.endswith("__main__"):
        importlib.import_module(each.name)

from click.testing import CliRunner
from freecell.cli import main

folder = sys.argv[1]
with open(f"{folder}/617.txt", "w") as file:
    print(freecell.deal(617), file=file)
for command in (
    "deal 617", f"find {folder}/617.txt", f"check 617 {folder}/617.txt", "solve 617 --short --effort 1", "about 617", f"picture 617 -o {folder}/617.svg",
    f"survey 1-40 --part-size 20 --processes 1 -o {folder}/one",
    f"survey 1-40 --part-size 20 --processes 2 -o {folder}/two",
    f"survey 1-40 --part-size 20 --processes 1 -o {folder}/one --verify 1",
    f"survey -o {folder}/two --check", f"report {folder}/one", f"about 7 --catalog {folder}/two",
):
    done = CliRunner().invoke(main, command.split(), catch_exceptions=False)
    assert done.exit_code == 0, (command, done.output)

done = CliRunner().invoke(main, ["check", "--function", "freecell:deal_freecell", "617"])
# The system is still one that copies processes, as Python believes, so that the call itself fails.
assert done.stderr == "this system does not limit the memory and time of a process\\n", done.stderr

from starlette.testclient import TestClient
from freecell.web.app import create_app
from freecell.web.settings import Settings

with TestClient(create_app(Settings(log=False, catalog=f"{folder}/one"))) as client:
    for path in ("/", "/617", "/api/deals/617", "/api/deals/7/about", "/api/deals/617/solution"):
        assert client.get(path).status_code == 200, path
print("all of it ran")
"""


def test_everything_runs_without_what_only_one_system_has(tmp_path):
    script = tmp_path / "without.py"  # a file, since the processes of a survey import it again
    script.write_text(guarded(WITHOUT))
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("all of it ran\n", 0), done.stderr


def guarded(code: str) -> str:
    """Return a program whose second half only the first process runs."""
    blocking, running = code.split("import freecell\n", 1)
    body = "".join(f"    {line}\n" for line in f"import freecell\n{running}".splitlines())
    return f'{blocking}\nif __name__ == "__main__":\n{body}'

"""nginx before a server, by the very file that docs/examples gives but for ports, paths and the certificate."""

import os
import shutil
import subprocess
import tempfile

from server import HERE, ROOT, Skipped, ask, await_port, check, free_port, make_certificate

EXAMPLES = os.path.join(HERE, "..", "..", "docs", "examples")


class Nginx:
    """nginx with the example's site before a server; `own` is a folder that own-ca.sh has filled."""

    def __init__(self, upstream, own=None):
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        if not os.path.exists(program):
            raise Skipped("nginx is missing")
        self.port, self.plain = free_port(), free_port()
        certificate, key = (f"{own}/chain.pem", f"{own}/key.pem") if own else make_certificate()
        with open(f"{EXAMPLES}/nginx.conf", encoding="utf-8") as example:
            site = example.read()
        has_six = os.path.exists("/proc/net/if_inet6")
        for old, new in [
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("listen 80", f"listen 127.0.0.1:{self.plain}"),
            ("listen [::]:443 ssl;", f"listen [::1]:{self.port} ssl;" if has_six else ""),
            ("listen [::]:80;", f"listen [::1]:{self.plain};" if has_six else ""),
            ("/etc/ssl/hub.example.org/chain.pem", certificate),
            ("/etc/ssl/hub.example.org/key.pem", key),
            ("127.0.0.1:8420", f"127.0.0.1:{upstream}"),
        ]:
            check(old in site, f"the example has no {old}")
            site = site.replace(old, new)
        folder = tempfile.mkdtemp(dir=ROOT)
        paths = "\n".join(
            f"{kind}_temp_path {folder}/{kind};" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        with open(f"{folder}/nginx.conf", "w", encoding="utf-8") as output:
            output.write(
                f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
                f"http {{\n{paths}\n{site}\n}}\n"
            )
        self.process = subprocess.Popen([program, "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.PIPE)
        self.how = {"tls": f"{own}/authority.pem" if own else certificate, "host": f"hub.example.org:{self.port}"}
        await_port(self.port, self.process, f"{folder}/error.log")

    def ask(self, method, path, value=None, **more):
        return ask(self.port, method, path, value, **{**self.how, **more})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)

"""Runs examples of the documentation of the public API as its Python client sends them, with the standard library only.

Reads {"url", "email", "key", "given", "examples", "files"} as JSON from standard input; writes the list of answers.
"""

import base64
import json
import re
import sys
import urllib.error
import urllib.parse
import urllib.request


class Client:
    def __init__(self, url, email, key):
        self.base = url + "/api/v1"
        token = base64.b64encode(f"{email}:{key}".encode()).decode()
        self.headers = {"Authorization": f"Basic {token}", "User-Agent": "ZulipPython/0.9.1"}

    def call_endpoint(self, url, method, request, file=None):
        # As the public client does: texts as they are, everything else as JSON.
        fields = {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in request.items()
        }
        target, body, headers = self.base + urllib.parse.quote(url), None, dict(self.headers)
        if file is not None:
            name, content = file
            mark = "----mark-of-parts"
            body = (
                f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
                + base64.b64decode(content)
                + f"\r\n--{mark}--\r\n".encode()
            )
            headers["Content-Type"] = f"multipart/form-data; boundary={mark}"
        elif method == "GET":
            target += "?" + urllib.parse.urlencode(fields)
        else:
            body = urllib.parse.urlencode(fields).encode()
        asked = urllib.request.Request(target, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(asked) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refused:
            return json.load(refused)


def fill(value, known):
    if isinstance(value, dict):
        return {name: fill(inner, known) for name, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, known) for inner in value]
    whole = re.fullmatch(r"\{(\w+)\}", value) if isinstance(value, str) else None
    return known[whole[1]] if whole and whole[1] in known else value


def take(answer, place):
    for step in place.split("."):
        answer = answer[int(step)] if isinstance(answer, list) else answer.get(step)
    return answer


def main():
    given = json.load(sys.stdin)
    client = Client(given["url"], given["email"], given["key"])
    known, answers = given["given"], []
    for example in given["examples"]:
        path = re.sub(r"\{(\w+)\}", lambda found: str(known[found[1]]), example["path"])
        file = given["files"].get(example.get("file"))
        request = fill(example.get("request", {}), known)
        answer = client.call_endpoint(path, example["method"], request, file)
        answers.append(answer)
        for name, place in example.get("takes", {}).items():
            known[name] = take(answer, place)
        if "url" in known:
            known["url_rest"] = known["url"].replace("/user_uploads", "")
    json.dump(answers, sys.stdout)


main()

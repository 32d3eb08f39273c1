"""Writes mails in HTML, one for each line of JSON, by the standard library."""

import json
import sys
from email.message import EmailMessage

for line in sys.stdin:
    source = json.loads(line)
    mail = EmailMessage()
    mail["From"] = "Ann Heron <ann@example.org>"
    mail["To"] = "Bo Gull <bo@example.org>"
    mail["Date"] = "Tue, 5 Mar 2024 11:00:00 +0100"
    mail.set_content(source["html"], subtype="html", cte="quoted-printable")
    mail.add_attachment(b"a,b\n", maintype="text", subtype="csv", filename="a.csv")
    with open(source["file"], "wb") as file:
        file.write(mail.as_bytes())

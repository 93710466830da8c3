# A segunda resposta é 304, sem corpo: nada mudou
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

address = "https://prompteca.example/api/v1/tags"

with urlopen(address) as first:
    tags = json.load(first)
    etag = first.headers["ETag"]
    print(first.status)

try:
    with urlopen(Request(address, headers={"If-None-Match": etag})) as second:
        tags = json.load(second)
except HTTPError as error:
    if error.code != 304:
        raise
    print(error.code)

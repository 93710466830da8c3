# Uma página por vez, até não haver "next"
import json
import re
from urllib.parse import urljoin
from urllib.request import urlopen

address = "https://prompteca.example/api/v1/prompts?limit=100"

while address:
    with urlopen(address) as answer:
        for prompt in json.load(answer)["data"]:
            print(prompt["title"])
        link = answer.headers["Link"]
    path = re.search(r'<([^>]*)>; rel="next"', link)
    address = path and urljoin(address, path[1])

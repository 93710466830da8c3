# Três prompts sobre café, os mais curtidos primeiro
import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({"search": "café", "limit": 3})
address = "https://prompteca.example/api/v1/prompts?" + query

with urlopen(address) as answer:
    for prompt in json.load(answer)["data"]:
        print(prompt["title"] + ", de " + prompt["user"]["username"])

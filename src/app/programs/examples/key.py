# As suas coleções, com uma chave que tem a permissão read
import json
import os
from urllib.request import Request, urlopen

call = Request(
    "https://prompteca.example/api/v1/collections",
    headers={"Authorization": "Bearer " + os.environ["PROMPTECA_KEY"]},
)

with urlopen(call) as answer:
    for collection in json.load(answer):
        print(collection["title"] + ":", collection["items_count"], "prompts")

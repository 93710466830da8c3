# O que pôr na sua página no lugar do endereço
import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({
    "url": "https://prompteca.example/prompts/1",
    "maxwidth": 480,
})

with urlopen("https://prompteca.example/oembed?" + query) as answer:
    print(json.load(answer)["html"])

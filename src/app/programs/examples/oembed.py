# O código para mostrar um prompt na sua página
import json
from urllib.parse import urlencode
from urllib.request import urlopen

query = urlencode({
    "url": "https://prompteca.example/prompts/1",
    "maxwidth": 480,
})

with urlopen("https://prompteca.example/oembed?" + query) as answer:
    print(json.load(answer)["html"])

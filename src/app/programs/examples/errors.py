# Um pedido com erro e a explicação que vem na resposta
import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://prompteca.example/api/v1/prompts?limit=muitos",
    headers={"Accept": "application/problem+json"},
)

try:
    urlopen(request)
except HTTPError as error:
    problem = json.load(error)
    print(problem["code"] + ": " + problem["detail"])
    wait = error.headers["Retry-After"]
    if wait:
        print("De novo em " + wait + " segundos.")

# Um pedido com erro e a explicação que vem na resposta
curl -sS "https://prompteca.example/api/v1/prompts?limit=muitos" \
  -H "Accept: application/problem+json"

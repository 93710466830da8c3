# Um pedido errado, e o que a resposta diz dele
curl -sS "https://prompteca.example/api/v1/prompts?limit=muitos" \
  -H "Accept: application/problem+json"

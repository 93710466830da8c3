# O que pôr na sua página no lugar do endereço
curl -fsSG "https://prompteca.example/oembed" \
  --data-urlencode "url=https://prompteca.example/prompts/1" \
  -d maxwidth=480

# O código para mostrar um prompt na sua página
curl -fsSG "https://prompteca.example/oembed" \
  --data-urlencode "url=https://prompteca.example/prompts/1" \
  -d maxwidth=480

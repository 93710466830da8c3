# As suas coleções, com uma chave que tem a permissão read
curl -fsS "https://prompteca.example/api/v1/collections" \
  -H "Authorization: Bearer $PROMPTECA_KEY"

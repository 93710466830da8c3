# O site deste exemplo; o pacote já sabe o seu
export PROMPTECA_URL=https://prompteca.example

# Os prompts com essas palavras, e o número do primeiro
prompteca buscar objeto esquecido --ordem curtidos
id=$(prompteca buscar objeto esquecido | head -n 1 | cut -f 1)

# O texto dele, com a variável preenchida
prompteca preencher "$id" \
  --var "objeto esquecido=um guarda-chuva"

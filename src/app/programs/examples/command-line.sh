# O site deste exemplo; o pacote já sabe o seu
export PROMPTECA_URL=https://prompteca.example

# Os prompts sobre café, e o número do primeiro
prompteca buscar café --ordem curtidos
id=$(prompteca buscar café | head -n 1 | cut -f 1)

# O texto dele, com a variável preenchida
prompteca preencher "$id" --var "café=café coado"

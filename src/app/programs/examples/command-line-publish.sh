# A chave está em PROMPTECA_KEY, ou guardada por “prompteca entrar”
export PROMPTECA_URL=https://prompteca.example
prompteca publicar meu-prompt.md --sim

# Uma página por vez, até não haver "next"
next="https://prompteca.example/api/v1/prompts?limit=100"
while [ -n "$next" ]; do
  curl -fsS -D headers.txt "$next"
  path=$(sed -n 's/^[Ll]ink:.*<\([^>]*\)>; rel="next".*/\1/p' headers.txt)
  next=${path:+https://prompteca.example$path}
done

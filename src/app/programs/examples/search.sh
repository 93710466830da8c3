# Três prompts sobre café, os mais curtidos primeiro
curl -fsSG "https://prompteca.example/api/prompts" \
  --data-urlencode "search=café" -d limit=3

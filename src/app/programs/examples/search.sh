# Três prompts sobre café, os mais curtidos primeiro
curl -fsSG "https://prompteca.example/api/v1/prompts" \
  --data-urlencode "search=café" -d limit=3

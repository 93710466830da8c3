# A segunda resposta é 304, sem corpo: nada mudou
for time in 1 2; do
  curl -sS --etag-save etag.txt --etag-compare etag.txt \
    -o tags.json -w "%{http_code}\n" \
    "https://prompteca.example/api/v1/tags"
done

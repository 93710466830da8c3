# Uma coleção pública, com os textos e quem os publicou
curl -fsS "https://prompteca.example/api/v1/collections/1/csv"

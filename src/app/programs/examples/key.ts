// As suas coleções, com uma chave que tem a permissão read
const answer = await fetch(
  "https://prompteca.example/api/v1/collections",
  {
    headers: { authorization: `Bearer ${process.env.PROMPTECA_KEY}` },
  },
);

const body = await answer.json();
if (!answer.ok) throw new Error(`${body.code}: ${body.message}`);

for (const { title, items_count } of body) {
  console.log(`${title}: ${items_count} prompts`);
}

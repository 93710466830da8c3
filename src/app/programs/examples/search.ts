// Três prompts sobre café, os mais curtidos primeiro
const address = new URL("https://prompteca.example/api/v1/prompts");
address.search = new URLSearchParams({
  search: "café",
  limit: "3",
}).toString();

const answer = await fetch(address);
if (!answer.ok) throw new Error(await answer.text());

const { data } = await answer.json();
for (const { title, user } of data) {
  console.log(`${title}, de ${user.username}`);
}

// A segunda resposta é 304, sem corpo: nada mudou
const address = "https://prompteca.example/api/v1/tags";
const first = await fetch(address);
const tags = await first.json();

const second = await fetch(address, {
  headers: { "if-none-match": first.headers.get("etag") ?? "" },
});
const current = second.status === 304 ? tags : await second.json();
console.log(first.status, second.status, current.length);

// The task's algorithm as anybody would write it in JavaScript: deals the first numbers and prints how
// many it dealt in a second of CPU time.
const NAMES = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));

function deal(number) {
  let state = number;
  const deck = NAMES.slice();
  const rows = [];
  while (deck.length > 0) {
    state = (Math.imul(state, 214013) + 2531011) & 0x7fffffff;
    const index = (state >> 16) % deck.length;
    const last = deck.pop();
    let card = last;
    if (index < deck.length) {
      card = deck[index];
      deck[index] = last;
    }
    if (rows.length === 0 || rows[rows.length - 1].length === 8) rows.push([]);
    rows[rows.length - 1].push(card);
  }
  return rows;
}

const count = Number(process.argv[2]);
const start = process.cpuUsage();
for (let number = 1; number <= count; number++) deal(number);
const { user, system } = process.cpuUsage(start);
if (deal(617)[0][0] !== "7D") process.exit(1);
console.log((count * 1e6) / (user + system));

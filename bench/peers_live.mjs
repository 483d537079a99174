// Bids of Goofspiel on boardgame.io: four seats choose at once, and each sees its own hand and who has chosen.
// node peers_live.mjs PORT STORE COMPRESS FOLDER   (boardgame.io is found from the folder in which this runs)
import { createRequire } from "node:module";

const [port, store, compress, folder] = process.argv.slice(2);
const { Server, SocketIO, FlatFile, Origins } = createRequire(`${process.cwd()}/`)("boardgame.io/server");
const CARDS = 13;

/** Everybody has chosen: the highest bid takes the prize, several share it out. */
function resolve(G) {
  const best = Math.max(...G.bids);
  const winners = G.bids.flatMap((bid, seat) => (bid === best ? [seat] : []));
  for (const seat of winners) G.points[seat] += G.prizes[G.round] / winners.length;
  G.played.push(G.bids);
  G.bids = [0, 0, 0, 0];
  G.round = (G.round + 1) % CARDS;
  if (!G.round) {
    // the next match begins at once, so that the load does not end
    G.hands = G.hands.map(() => Array.from({ length: CARDS }, (_, i) => i + 1));
    G.played = [];
  }
}

const game = {
  name: "goofspiel",
  setup: () => ({
    round: 0,
    prizes: Array.from({ length: CARDS }, (_, i) => ((i * 5) % CARDS) + 1),
    hands: [0, 1, 2, 3].map(() => Array.from({ length: CARDS }, (_, i) => i + 1)),
    bids: [0, 0, 0, 0],
    points: [0, 0, 0, 0],
    played: [],
  }),
  turn: { activePlayers: { all: "bidding" }, stages: { bidding: {} } },
  moves: {
    bid: {
      move: ({ G, playerID }, card) => {
        const seat = Number(playerID);
        if (G.bids[seat] || !G.hands[seat].includes(card)) return "INVALID_MOVE";
        G.hands[seat] = G.hands[seat].filter((c) => c !== card);
        G.bids[seat] = card;
        if (G.bids.every((bid) => bid)) resolve(G);
      },
      client: false,
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
    bids: G.bids.map((bid, seat) => (bid && String(seat) !== playerID ? -1 : bid)),
  }),
  deltaState: true, // only what changed is sent, as Taku does
};

const server = Server({
  games: [game],
  origins: [Origins.LOCALHOST],
  transport: new SocketIO({ socketOpts: { perMessageDeflate: compress === "yes" ? { threshold: 0 } : false } }),
  ...(store === "file" ? { db: new FlatFile({ dir: folder }) } : {}),
});
console.log = () => {};
await server.run({ port: Number(port), host: "127.0.0.1" });

// SEAMARK_WEBHOOK_SECRET=whsec_… node receive-webhooks.mjs 8080
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const port = Number(process.argv[2] ?? 8080);
const key = Buffer.from((process.env.SEAMARK_WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
if (key.length === 0) {
  console.error('Set SEAMARK_WEBHOOK_SECRET to the signing secret of the endpoint.');
  process.exit(2);
}
const OLDEST_S = 300;

/** https://www.standardwebhooks.com: during the day after a rotation there are two signatures. */
function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < OLDEST_S)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

async function receive(request, response) {
  const body = await buffer(request);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  response.writeHead(204).end();
  const { type, data } = JSON.parse(body.toString());
  console.log(type, data.job === undefined ? JSON.stringify(data) : `${data.job.operation} ${data.job.status}`);
}

const server = createServer((request, response) => {
  receive(request, response).catch((error) => response.destroy(error));
});
server.listen(port, () => console.log(`Waiting for events on port ${server.address().port}`));

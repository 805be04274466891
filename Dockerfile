# Two images of one file:
#   docker build -t seamark .                                  everything, with its own PostgreSQL and index
#   docker build -t seamark:slim --target slim .               for DATABASE_URL and CLICKHOUSE_URL
#
# Debian, not Alpine: the embedded engines are built for glibc.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci --no-audit --no-fund && npm run build

FROM build AS modules
# The libraries of PostgreSQL are linked while it is installed: the image runs with a read-only root.
RUN npm prune --omit=dev --no-audit --no-fund

FROM build AS slim-modules
RUN npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim AS base
# initdb asks for the name of its user.
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin seamark \
  && mkdir /data \
  && chown seamark:seamark /data \
  && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn*
ENV NODE_ENV=production SEAMARK_DATA=/data SEAMARK_HOST=0.0.0.0 HOME=/data
WORKDIR /app
COPY --from=build /app/package.json /app/CHANGELOG.md /app/LICENSE ./
COPY --from=build /app/docs docs
COPY --from=build /app/dist dist
USER 10001:10001
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.SEAMARK_PORT || 8787) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve"]

FROM base AS slim
COPY --from=slim-modules /app/node_modules node_modules

FROM base AS seamark
COPY --from=modules /app/node_modules node_modules

# The images of Tintype: `docker build --target api -t tintype/api:0.1.0 .`, likewise operator, browser-node, all-in-one.
# An argument names each foreign image, by the digest of its index (all platforms) or by a whole version. Name your own if
# you cannot reach the public ones. BASE_IMAGE must be a Debian with apt. NODE_IMAGE must have node and npm of Node.js 24 in
# /usr/local. NATS_IMAGE must have nats-server 2.12 or newer in /usr/local/bin.
ARG BASE_IMAGE=docker.io/library/debian:bookworm-20261005-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
ARG NATS_IMAGE=docker.io/library/nats:2.15.2-alpine

FROM ${NODE_IMAGE} AS node

FROM ${NATS_IMAGE} AS nats

# The packages of the lock file: all for compiling, and those that each program runs with.
FROM node AS packages
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY contracts/package.json contracts/
COPY runtime/package.json runtime/
COPY ledger/package.json ledger/
COPY crds/package.json crds/
COPY stores/package.json stores/
COPY operator/package.json operator/
COPY api/package.json api/
COPY console/package.json console/
COPY browser-node/package.json browser-node/
COPY standalone/package.json standalone/
COPY clients/javascript/package.json clients/javascript/
COPY test/package.json test/
COPY scripts/image-packages.sh scripts/
RUN npm ci --no-progress
RUN scripts/image-packages.sh api contracts runtime ledger crds stores console \
 && scripts/image-packages.sh operator contracts runtime ledger crds stores \
 && scripts/image-packages.sh browser-node contracts runtime \
 && scripts/image-packages.sh standalone contracts runtime ledger crds stores operator api console browser-node

FROM packages AS build
# An SBOM of the image then lists the build's packages too.
ARG BUILDKIT_SBOM_SCAN_STAGE=true
COPY . .
# `make build` checks the types, which takes half of the compiler's time.
RUN node node_modules/typescript/bin/tsc -b --noCheck contracts runtime ledger crds stores operator api browser-node standalone \
 && node scripts/bundle-programs.mjs --no-snapshot \
 && node scripts/bundle-console.mjs \
 && rm -rf */dist/bundle/cache \
 && for package in /apps/*/*/package.json; do \
      folder=$(dirname "$package") && cp -R "$(basename "$folder")/dist" "$folder/dist" || exit 1; \
    done \
 && rm -rf /apps/*/*/dist/testing.* \
      /apps/*/crds/dist/specimens /apps/*/operator/dist/fixtures /apps/*/stores/dist/conformance /apps/*/stores/dist/memory \
      /apps/*/stores/dist/informer/informer-stage.* \
 && cp -R --parents standalone/bin standalone/src/example-page/page.html /apps/standalone \
 && for app in api standalone; do cp --parents api/src/live-page/*.html api/src/live-page/*.css "/apps/$app" || exit 1; done \
 && for app in /apps/*; do cp LICENSE NOTICE "$app" || exit 1; done

# Common base: Debian, Node.js without npm, an init, and an unprivileged user.
FROM ${BASE_IMAGE} AS runtime
ARG BASE_IMAGE
LABEL org.opencontainers.image.description="Pictures, PDFs and browser sessions from web pages" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.vendor="Tintype" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
# Debian's fixes since the base image; tini reaps processes that a browser leaves.
RUN apt-get update \
 && apt-get upgrade -y --no-install-recommends \
 && apt-get install -y --no-install-recommends ca-certificates tini \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
 && groupadd --gid 10001 tintype \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tintype
COPY --from=node /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production
WORKDIR /app
USER 10001:10001
ENTRYPOINT ["/usr/bin/tini", "--", "/usr/local/bin/node"]

# V8's compile cache of each program: it counts for the user, the paths and the Node.js that made it.
FROM runtime AS api-app
COPY --from=build --chown=10001:10001 /apps/api /app
RUN ["/usr/local/bin/node", "api/dist/bundle/make-cache.mjs"]

FROM runtime AS operator-app
COPY --from=build --chown=10001:10001 /apps/operator /app
RUN ["/usr/local/bin/node", "operator/dist/bundle/make-cache.mjs"]

FROM runtime AS browser-node-app
COPY --from=build --chown=10001:10001 /apps/browser-node /app
RUN ["/usr/local/bin/node", "browser-node/dist/bundle/make-cache.mjs"]

FROM runtime AS all-in-one-app
COPY --from=build --chown=10001:10001 /apps/standalone /app
RUN ["/usr/local/bin/node", "api/dist/bundle/make-cache.mjs"]
RUN ["/usr/local/bin/node", "operator/dist/bundle/make-cache.mjs"]
RUN ["/usr/local/bin/node", "standalone/dist/bundle/make-cache.mjs"]
RUN ["/usr/local/bin/node", "browser-node/dist/bundle/make-cache.mjs"]

FROM runtime AS api
COPY --from=api-app --chown=0:0 /app /app
ENV TINTYPE_HOST=0.0.0.0
EXPOSE 8080 9090
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Tintype api" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
CMD ["api/dist/main.js"]

FROM runtime AS operator
COPY --from=operator-app --chown=0:0 /app /app
EXPOSE 9090
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Tintype operator" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
CMD ["--max-semi-space-size=8", "operator/dist/main.js"]

# Both browsers: the headless shell for renders, the full one for sessions. Fonts for Latin, Greek, Cyrillic, Arabic,
# Hebrew, Indic, Thai, Chinese, Japanese and Korean, symbols and emoji. The filter lists of blockAds.
FROM runtime AS browsers
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium chromium-headless-shell \
      bubblewrap fonts-liberation fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
      webext-ublock-origin-chromium \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/fontconfig/* /var/log/* \
 && fc-cache --force --system-only
# The managed policy limits the full browser to web pages and forbids UDP, also for clients (docs/security.md).
COPY browser-node/managed-policy.json /etc/chromium/policies/managed/tintype.json
USER 10001:10001

FROM browsers AS browser-node
COPY --from=browser-node-app --chown=0:0 /app /app
USER root
RUN ["/usr/local/bin/node", "browser-node/dist/filters/make-cache.js", "/app/filters"]
USER 10001:10001
ENV TINTYPE_FILTER_CACHE=/app/filters
# The chart's seccomp profile forbids mounts, which a wall needs (docs/security.md).
ENV TINTYPE_BROWSER_WALL=off
# 9090: metrics. 7070: a pod with a session (TINTYPE_NODE_ROLE=session).
EXPOSE 7070 9090
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Tintype browser-node" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
CMD ["browser-node/dist/main.js"]

# The whole service in one container, as `make run` starts it.
FROM browsers AS all-in-one
USER root
RUN install -d -o 10001 -g 10001 -m 0700 /data
USER 10001:10001
COPY --from=nats /usr/local/bin/nats-server /usr/local/bin/nats-server
COPY --from=all-in-one-app --chown=0:0 /app /app
ENV TINTYPE_HOST=0.0.0.0 \
    TINTYPE_DATA_DIR=/data \
    TINTYPE_FILTER_CACHE=/data/filters \
    TINTYPE_BROWSER_WALL=auto
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --start-period=60s \
  CMD ["/usr/local/bin/node", "-e", "fetch('http://127.0.0.1:9090/readyz').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="Tintype, all in one" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}"
CMD ["standalone/dist/main.js"]

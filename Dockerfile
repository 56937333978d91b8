# The images of Tintype: `docker build --target api -t tintype/api:0.1.0 .`, likewise operator, browser-node, all-in-one.
# Everything that is not ours comes from an image that an argument names, by a digest (of its index, for all platforms)
# or a whole version; name your own where the public ones cannot be reached. BASE_IMAGE has to be a Debian with apt,
# NODE_IMAGE to have node and npm of Node.js 24 in /usr/local, NATS_IMAGE a nats-server of 2.12 or newer in /usr/local/bin.
ARG BASE_IMAGE=docker.io/library/debian:bookworm-20261005-slim@sha256:7c7b2c966bc9ee8cedfeef67e0e279108992c77681fa595db4a9d65c06ccc587
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
ARG NATS_IMAGE=docker.io/library/nats:2.15.2-alpine

FROM ${NODE_IMAGE} AS node

FROM ${NATS_IMAGE} AS nats

# What programs need of others, by the lock file: for compiling, and for each program what it runs with.
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
COPY browser-node/package.json browser-node/
COPY standalone/package.json standalone/
COPY test/package.json test/
COPY scripts/image-packages.sh scripts/
RUN npm ci --no-progress
RUN scripts/image-packages.sh api contracts runtime ledger crds stores \
 && scripts/image-packages.sh operator contracts runtime ledger crds stores \
 && scripts/image-packages.sh browser-node contracts runtime \
 && scripts/image-packages.sh standalone contracts runtime ledger crds stores operator api browser-node

FROM packages AS build
# Lists of what an image is made of (SBOMs) then name what it was built with, too.
ARG BUILDKIT_SBOM_SCAN_STAGE=true
COPY . .
RUN node node_modules/typescript/bin/tsc -b contracts runtime ledger crds stores operator api browser-node standalone \
 && for package in /apps/*/*/package.json; do \
      folder=$(dirname "$package") && cp -R "$(basename "$folder")/dist" "$folder/dist" || exit 1; \
    done \
 && cp -R --parents standalone/bin standalone/src/example-page/page.html /apps/standalone \
 && for app in /apps/*; do cp LICENSE NOTICE "$app" || exit 1; done

# What all have in common: Debian, Node.js without npm, an init, and a user without a name's rights.
FROM ${BASE_IMAGE} AS runtime
ARG BASE_IMAGE
LABEL org.opencontainers.image.description="Pictures, PDFs and browser sessions from web pages" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.vendor="Tintype" \
      org.opencontainers.image.base.name="${BASE_IMAGE}"
# Debian's fixes since the base was made; tini collects processes that a browser leaves behind.
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

FROM runtime AS api
COPY --from=build /apps/api /app
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
COPY --from=build /apps/operator /app
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
# Hebrew, Indic, Thai, Chinese, Japanese and Korean, symbols and emoji.
FROM runtime AS browsers
USER root
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium chromium-headless-shell \
      fonts-liberation fonts-dejavu-core fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/fontconfig/* /var/log/* \
 && fc-cache --force --system-only
# The full browser shows nothing but the web, and sends no UDP, whoever asks it to (docs/security.md).
COPY browser-node/managed-policy.json /etc/chromium/policies/managed/tintype.json
USER 10001:10001

FROM browsers AS browser-node
COPY --from=build /apps/browser-node /app
# Renders on 9090's metrics; a pod with a session listens on 7070 (TINTYPE_NODE_ROLE=session).
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
COPY --from=build /apps/standalone /app
ENV TINTYPE_HOST=0.0.0.0 \
    TINTYPE_DATA_DIR=/data
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

# Base images for machines that cannot reach the public ones. They have Debian from its packages, our own Node.js and npm,
# and the nats-server that `make` fetched.
FROM scratch AS base
ADD base.tar /

FROM base AS node
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm

FROM base AS nats
COPY nats-server /usr/local/bin/nats-server
USER 10001:10001
ENTRYPOINT ["/usr/local/bin/nats-server"]

FROM scratch AS pause
COPY pause /pause
USER 65535:65535
ENTRYPOINT ["/pause"]

module tintype.dev/client

go 1.23

/**
 * The key and the certificate of the push services in tests, which issued it to themselves: valid from 2020 to 2120, for localhost,
 * *.push.test and the loopback addresses. Nothing else trusts it, so the key is no secret. They are here because not every machine
 * that runs the tests has openssl.
 */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiGgYeRLQyRnWTYUE
9VgX3LCxyvr2fh34SE2UUMISC/ChRANCAAT4N37BwxvPRNwBtZ7IYa+G2qYA9pHL
1vNUw9Rk3bqUgOzmisUTs+G4jhxfcUQoTpEK9dixVIo9+imnK2XJd5Hf
-----END PRIVATE KEY-----
`;

export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBsjCCAVigAwIBAgIBATAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1QYWxhdmVy
IHRlc3RzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAYMRYwFAYD
VQQDDA1QYWxhdmVyIHRlc3RzMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE+Dd+
wcMbz0TcAbWeyGGvhtqmAPaRy9bzVMPUZN26lIDs5orFE7PhuI4cX3FEKE6RCvXY
sVSKPfoppytlyXeR36OBkDCBjTAPBgNVHRMBAf8EBTADAQH/MAsGA1UdDwQEAwIC
hDATBgNVHSUEDDAKBggrBgEFBQcDATA5BgNVHREEMjAwgglsb2NhbGhvc3SCCyou
cHVzaC50ZXN0hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMB0GA1UdDgQWBBRvCZ3S
vXjI7iWLorImKL7CghaYbzAKBggqhkjOPQQDAgNIADBFAiEAofd4CUKhINf8We4P
dKvKLNrfDzxUnhjV7h9rqiKO0b0CIEkKIaW6DdbnBbYXbBnmJS+fqKb55ySA0L3M
gFqGvyb4
-----END CERTIFICATE-----
`;

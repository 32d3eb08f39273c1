// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
/// Stand-ins for local chains, written from the published interfaces: the part of Permit2 that moves tokens by a signature with a
/// witness, and the two proxies of x402 that call it.

interface IToken { function transferFrom(address from, address to, uint256 value) external returns (bool); }

struct TokenPermissions { address token; uint256 amount; }
struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }
struct SignatureTransferDetails { address to; uint256 requestedAmount; }
struct EIP2612Permit { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }

contract TestPermit2 {
    mapping(address => mapping(uint256 => uint256)) public nonceBitmap;
    string private constant STUB = "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,";
    bytes32 private constant PERMISSIONS = keccak256("TokenPermissions(address token,uint256 amount)");
    event UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask);

    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(abi.encode(keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
            keccak256("Permit2"), block.chainid, address(this)));
    }
    function invalidateUnorderedNonces(uint256 word, uint256 mask) external {
        nonceBitmap[msg.sender][word] |= mask;
        emit UnorderedNonceInvalidation(msg.sender, word, mask);
    }
    function permitWitnessTransferFrom(PermitTransferFrom memory permit, SignatureTransferDetails calldata details, address owner,
        bytes32 witness, string calldata witnessType, bytes calldata signature) external {
        require(block.timestamp <= permit.deadline, "SignatureExpired");
        require(details.requestedAmount <= permit.permitted.amount, "InvalidAmount");
        uint256 bit = 1 << uint8(permit.nonce);
        require(nonceBitmap[owner][permit.nonce >> 8] & bit == 0, "InvalidNonce");
        nonceBitmap[owner][permit.nonce >> 8] |= bit;
        bytes32 permissions = keccak256(abi.encode(PERMISSIONS, permit.permitted.token, permit.permitted.amount));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), keccak256(abi.encode(
            keccak256(abi.encodePacked(STUB, witnessType)), permissions, msg.sender, permit.nonce, permit.deadline, witness))));
        require(signature.length == 65, "InvalidSignatureLength");
        address signer = ecrecover(digest, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        require(signer == owner && signer != address(0), "InvalidSigner");
        require(IToken(permit.permitted.token).transferFrom(owner, details.to, details.requestedAmount), "TRANSFER_FROM_FAILED");
    }
}

contract TestExactProxy {
    TestPermit2 public constant PERMIT2 = TestPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    string public constant WITNESS_TYPE_STRING = "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,uint256 validAfter)");
    struct Witness { address to; uint256 validAfter; }
    event Settled();

    function settle(PermitTransferFrom calldata permit, address owner, Witness calldata witness, bytes calldata signature) external {
        require(block.timestamp >= witness.validAfter, "PaymentTooEarly");
        PERMIT2.permitWitnessTransferFrom(permit, SignatureTransferDetails(witness.to, permit.permitted.amount), owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.validAfter)), WITNESS_TYPE_STRING, signature);
        emit Settled();
    }
}

contract TestUptoProxy {
    TestPermit2 public constant PERMIT2 = TestPermit2(0x000000000022D473030F116dDEE9F6B43aC78BA3);
    string public constant WITNESS_TYPE_STRING = "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,address facilitator,uint256 validAfter)";
    bytes32 public constant WITNESS_TYPEHASH = keccak256("Witness(address to,address facilitator,uint256 validAfter)");
    struct Witness { address to; address facilitator; uint256 validAfter; }
    event Settled();

    function settle(PermitTransferFrom calldata permit, uint256 amount, address owner, Witness calldata witness, bytes calldata signature) external {
        require(amount <= permit.permitted.amount, "AmountExceedsPermitted");
        require(msg.sender == witness.facilitator, "UnauthorizedFacilitator");
        require(block.timestamp >= witness.validAfter, "PaymentTooEarly");
        PERMIT2.permitWitnessTransferFrom(permit, SignatureTransferDetails(witness.to, amount), owner,
            keccak256(abi.encode(WITNESS_TYPEHASH, witness.to, witness.facilitator, witness.validAfter)), WITNESS_TYPE_STRING, signature);
        emit Settled();
    }
}

/// Passes for a proxy: whatever it is called with, it transfers nothing from one account to another.
contract TestFakeProxy {
    address private token;
    address private from;
    address private to;
    constructor(address token_, address from_, address to_) { token = token_; from = from_; to = to_; }
    fallback() external { IToken(token).transferFrom(from, to, 0); }
}

/// Settles what it was given earlier, so that the call which settles names no permit.
contract TestHider {
    bytes private kept;
    function keep(bytes calldata call) external { kept = call; }
    function run(address proxy) external { (bool ok, ) = proxy.call(kept); require(ok, "failed"); }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// A wallet of one owner, whose key signs for it (EIP-1271). What it takes is that signature behind one byte, so that nobody can mistake it
/// for a signature of a key.
contract OwnedWallet {
    address public immutable owner;

    constructor(address owner_) {
        owner = owner_;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view virtual returns (bytes4) {
        if (signature.length != 66 || signature[0] != 0x01) return 0xffffffff;
        address signer = ecrecover(
            digest, uint8(signature[65]), bytes32(signature[1:33]), bytes32(signature[33:65])
        );
        return signer == owner ? this.isValidSignature.selector : bytes4(0xffffffff);
    }
}

/// Makes such wallets, each where it was foreseen (CREATE2).
contract WalletFactory {
    event Made(address wallet);

    function create(address owner) external returns (address wallet) {
        wallet = addressOf(owner);
        if (wallet.code.length == 0) wallet = address(new OwnedWallet{salt: 0}(owner));
        emit Made(wallet);
    }

    function addressOf(address owner) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(OwnedWallet).creationCode, abi.encode(owner)));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), bytes32(0), code)))));
    }

    /// As create, and burns gas of whoever sends it.
    function createDearly(address owner, uint256 rounds) external returns (address wallet) {
        wallet = this.create(owner);
        for (uint256 i = 0; i < rounds; i++) {
            assembly { sstore(add(i, 1000), add(i, 1)) }
        }
    }
}

/// Agrees to every signature, and burns two million gas of one account that sends a transaction.
contract GreedyWallet {
    address private immutable victim;

    constructor(address victim_) {
        victim = victim_;
    }

    function isValidSignature(bytes32, bytes calldata) external view returns (bytes4) {
        uint256 burned = tx.origin == victim ? 2000000 : 0;
        for (uint256 start = gasleft(); start - gasleft() < burned; ) {}
        return this.isValidSignature.selector;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DigitDraw} from "../../src/DigitDraw.sol";
import {DigitalRights} from "../../src/DigitalRights.sol";
import {Emission} from "../../src/Emission.sol";
import {Exchange} from "../../src/Exchange.sol";
import {Funding} from "../../src/Funding.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {IDigitDraw} from "../../src/interfaces/IDigitDraw.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Deployed} from "../../src/libraries/Deployed.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice A contract's wiring is permanent: an address without code, or zero, is refused at once (I-4).
contract WiringTest is Fixture {
    address internal immutable nowhere = makeAddr("nowhere");

    function test_digitalRights_isWiredToContractsAndToItsOwnNodeVault() public {
        for (uint256 i = 0; i < 6; ++i) {
            IDigitalRights.Parts memory wired = parts();
            if (i == 0) wired.usdt = IERC20(nowhere);
            if (i == 1) wired.usdr = IERC20(nowhere);
            if (i == 2) wired.dr = IBurnable(nowhere);
            if (i == 3) wired.drgv = IBurnable(nowhere);
            if (i == 4) wired.oracle = IPriceOracle(nowhere);
            if (i == 5) wired.nodeVault = IWithdrawalVault(nowhere);
            _expectNoContract(nowhere);
            new DigitalRights(address(timelock), pauser, signer, address(0), wired);
        }
        IDigitalRights.Parts memory other = parts();
        other.treasury = address(0);
        vm.expectRevert(Deployed.ZeroAddress.selector);
        new DigitalRights(address(timelock), pauser, signer, address(0), other);
        other = parts();
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.NodeVaultOfAnother.selector, address(rights)));
        new DigitalRights(address(timelock), pauser, signer, address(0), other);
    }

    function test_exchange_isWiredToContracts() public {
        for (uint256 i = 0; i < 7; ++i) {
            IExchange.Parts memory wired = exchangeParts();
            if (i == 0) wired.usdt = IERC20(nowhere);
            if (i == 1) wired.usdr = IERC20(nowhere);
            if (i == 2) wired.dr = IERC20(nowhere);
            if (i == 3) wired.drgv = IERC20(nowhere);
            if (i == 4) wired.oracle = IPriceOracle(nowhere);
            if (i == 5) wired.deflationVault = nowhere;
            if (i == 6) wired.nodeVault = nowhere;
            IExchange.Cap memory cap = IExchange.Cap(1_000, 25_000e18);
            _expectNoContract(nowhere);
            new Exchange(address(timelock), pauser, signer, address(0), wired, cap, cap);
        }
    }

    function test_vault_isWiredToContracts() public {
        for (uint256 i = 0; i < 3; ++i) {
            IWithdrawalVault.Setup memory setup = setupOf(1, address(0));
            if (i == 0) setup.dr = IBurnable(nowhere);
            if (i == 1) setup.usdt = IERC20(nowhere);
            if (i == 2) setup.oracle = IPriceOracle(nowhere);
            _expectNoContract(nowhere);
            newVault(setup, defaultCaps());
        }
    }

    function test_emission_isWiredToContracts() public {
        _expectNoContract(nowhere);
        new Emission(IERC20(nowhere), address(vault));
        _expectNoContract(nowhere);
        new Emission(IERC20(address(dr)), nowhere);
    }

    function test_funding_isWiredToContracts() public {
        (IERC20 usdt_, IERC20 dr_) = (IERC20(address(usdt)), IERC20(address(dr)));
        (address zero, address one, address two) = (address(vault), address(deflationVault), address(nodeVault));
        _expectNoContract(nowhere);
        new Funding(IERC20(nowhere), dr_, treasury, zero, one, two);
        _expectNoContract(nowhere);
        new Funding(usdt_, IERC20(nowhere), treasury, zero, one, two);
        _expectNoContract(nowhere);
        new Funding(usdt_, dr_, treasury, nowhere, one, two);
        _expectNoContract(nowhere);
        new Funding(usdt_, dr_, treasury, zero, nowhere, two);
        _expectNoContract(nowhere);
        new Funding(usdt_, dr_, treasury, zero, one, nowhere);
        vm.expectRevert(Deployed.ZeroAddress.selector);
        new Funding(usdt_, dr_, address(0), zero, one, two);
    }

    function test_draw_isWiredToItsTokenAndTreasuryAndItsDrawerIsNoneOfTheAdmins() public {
        address drawer = makeAddr("drawer");
        _expectNoContract(nowhere);
        new DigitDraw(IBurnable(nowhere), address(timelock), treasury, drawer);
        vm.expectRevert(IDigitDraw.ZeroValue.selector);
        new DigitDraw(IBurnable(address(dr)), address(timelock), address(0), drawer);
        address[3] memory taken = [address(timelock), proposer, guardian];
        for (uint256 i = 0; i < taken.length; ++i) {
            vm.expectRevert(IDigitDraw.RolesNotDistinct.selector);
            new DigitDraw(IBurnable(address(dr)), address(timelock), treasury, taken[i]);
        }
    }

    function _expectNoContract(address account) private {
        vm.expectRevert(abi.encodeWithSelector(Deployed.NotAContract.selector, account));
    }
}
